package org.driftfield.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Commands know the kinds of models; the kinds know what all fits share and not each other; nothing knows the experiments. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test/"))
            .importPackages("org.driftfield.cli", "org.driftfield.reproduce");

    private static final String[] KINDS = {
        "org.driftfield.cli.glm..", "org.driftfield.cli.volatility..", "org.driftfield.cli.network.."
    };

    @Test
    void roomsHaveNoCycles() {
        slices().matching("org.driftfield.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheCommandsKnowTheKindsOfModels() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.driftfield.cli.fit..",
                        "org.driftfield.cli.options..",
                        "org.driftfield.cli.terminal..",
                        "org.driftfield.reproduce..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(KINDS)
                .check(CLASSES);
        for (String kind : KINDS) {
            for (String other : KINDS) {
                if (!kind.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(kind)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(other)
                            .check(CLASSES);
                }
            }
        }
    }

    @Test
    void theExperimentsAreOnlyACommand() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.driftfield.reproduce..")
                .and()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.driftfield.reproduce..")
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
