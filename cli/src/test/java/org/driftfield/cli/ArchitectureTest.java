package org.driftfield.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In every module kinds of models know what all fits share and not each other, and nothing knows the experiments. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test/"))
            .importPackages(
                    "org.driftfield.store", "org.driftfield.report", "org.driftfield.cli", "org.driftfield.reproduce");

    private static final String[] KINDS = {"glm", "volatility", "network", "stan"};

    private static String[] rooms(String module) {
        return Arrays.stream(KINDS)
                .map(kind -> "org.driftfield." + module + "." + kind + "..")
                .toArray(String[]::new);
    }

    @Test
    void roomsHaveNoCycles() {
        slices().matching("org.driftfield.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void whatAllFitsShareKnowsNoKindOfModel() {
        for (String module : List.of("store", "report", "cli")) {
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "org.driftfield.store.folder..",
                            "org.driftfield.report",
                            "org.driftfield.cli.fit..",
                            "org.driftfield.cli.options..",
                            "org.driftfield.cli.terminal..",
                            "org.driftfield.reproduce..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(rooms(module))
                    .check(CLASSES);
        }
    }

    @Test
    void kindsOfModelsDoNotKnowEachOther() {
        for (String kind : KINDS) {
            String[] others = Arrays.stream(KINDS)
                    .filter(other -> !other.equals(kind))
                    .map(other -> "org.driftfield.[store|report|cli]." + other + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("org.driftfield.[store|report|cli]." + kind + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .check(CLASSES);
        }
    }

    @Test
    void modulesPointOneWay() {
        noClasses()
                .that()
                .resideInAPackage("org.driftfield.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.driftfield.report..", "org.driftfield.cli..", "org.driftfield.reproduce..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("org.driftfield.report..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.driftfield.cli..", "org.driftfield.reproduce..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("org.driftfield.reproduce..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.driftfield.cli..", "picocli..")
                .check(CLASSES);
    }

    @Test
    void theExperimentsAreOnlyACommand() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.driftfield.reproduce..")
                .and()
                .doNotHaveFullyQualifiedName(ReproduceCommand.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.driftfield.reproduce..")
                .check(CLASSES);
    }

    /** Only the compiler of programs has use for them outside of the core; names of activations are for users. */
    @Test
    void kernelsAreHidden() {
        noClasses()
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.driftfield.kernel..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.ENUMS)))
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandLineKnowsItsOptions() {
        noClasses()
                .that()
                .resideInAPackage("org.driftfield.cli.terminal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(CLASSES);
    }
}
