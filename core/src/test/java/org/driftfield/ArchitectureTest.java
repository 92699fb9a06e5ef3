package org.driftfield;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Imports point one way, and a few things are used in one place only or not at all. */
class ArchitectureTest {
    /** Each package may use those before it and no others. */
    private static final List<String> ORDER = List.of(
            "kernel",
            "random",
            "engine",
            "data",
            "diagnostics",
            "transform",
            "model",
            "distribution",
            "dynamics",
            "driver",
            "posterior",
            "meanfield",
            "sampler",
            "models",
            "assessment");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test/"))
            .importPackages("org.driftfield");

    /** Rooms whose types are public only for the rooms beside them. */
    private static final Set<String> INNER = Set.of(
            "org.driftfield.kernel",
            "org.driftfield.models.network.motion",
            "org.driftfield.models.network.prediction");

    private static String inside(String name) {
        return "org.driftfield." + name + "..";
    }

    @Test
    void everyPackageHasItsPlace() {
        assertThat(CLASSES.stream()
                        .map(type -> type.getPackageName().replaceFirst("^org\\.driftfield\\.?", ""))
                        .filter(name -> !name.isEmpty())
                        .map(name -> name.replaceFirst("\\..*", ""))
                        .collect(Collectors.toSet()))
                .isSubsetOf(ORDER);
    }

    @Test
    void importsPointOneWay() {
        noClasses()
                .that()
                .resideInAPackage("org.driftfield")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ORDER.stream().map(ArchitectureTest::inside).toArray(String[]::new))
                .check(CLASSES);
        for (int p = 0; p < ORDER.size() - 1; p++) {
            String[] later = ORDER.subList(p + 1, ORDER.size()).stream()
                    .map(ArchitectureTest::inside)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(inside(ORDER.get(p)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .allowEmptyShould(true)
                    .check(CLASSES);
        }
    }

    /** Families of models do not know each other either. */
    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.driftfield.(**)").should().beFreeOfCycles().check(CLASSES);
        slices().matching("org.driftfield.models.(*)..")
                .should()
                .notDependOnEachOther()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void onlyTheKernelKnowsVectorInstructions() {
        noClasses()
                .that()
                .resideOutsideOfPackage(inside("kernel"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(CLASSES);
    }

    /** What a program is given to call has no kernel in it but names of activations and likelihoods. */
    @Test
    void kernelsAreHidden() {
        List<String> shown = CLASSES.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !INNER.contains(type.getPackageName()))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(code -> code.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(code -> Stream.concat(code.getRawParameterTypes().stream(), Stream.of(code.getRawReturnType()))
                        .map(JavaClass::getBaseComponentType)
                        .anyMatch(type -> type.getPackageName().equals("org.driftfield.kernel") && !type.isEnum()))
                .map(JavaCodeUnit::getFullName)
                .toList();
        assertThat(shown).isEmpty();
    }

    @Test
    void nothingIsPrinted() {
        noClasses().should().accessField(System.class, "out").check(CLASSES);
        noClasses().should().accessField(System.class, "err").check(CLASSES);
    }

    /** All randomness comes from keyed streams. */
    @Test
    void nothingIsRandomWithoutASeed() {
        DescribedPredicate<JavaClass> unseeded = resideInAPackage("org.apache.commons.rng.simple..")
                .or(DescribedPredicate.describe(
                        "a generator of the Java library",
                        type -> type.getName().equals("java.util.Random")
                                || type.getName().equals("java.util.SplittableRandom")
                                || type.getName().equals("java.security.SecureRandom")
                                || type.getName().equals("java.util.concurrent.ThreadLocalRandom")
                                || type.getName().startsWith("java.util.random.")));
        noClasses().should().dependOnClassesThat(unseeded).check(CLASSES);
        noClasses().should().callMethod(Math.class, "random").check(CLASSES);
        noClasses()
                .should()
                .callMethod(java.util.Collections.class, "shuffle", List.class)
                .check(CLASSES);
    }
}
