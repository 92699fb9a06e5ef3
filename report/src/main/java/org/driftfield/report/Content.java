package org.driftfield.report;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a {@link Section} can show. */
public sealed interface Content
        permits Content.Text, Content.Code, Content.Facts, Content.Verdict, Content.Charts, Content.Chooser, PageTable {

    /** A paragraph. */
    record Text(String text) implements Content {}

    /** A command or program text, shown as it is with a button that copies it. */
    record Code(String text) implements Content {}

    /** A list of labels with their values, in order. */
    record Facts(List<Fact> facts) implements Content {
        public Facts {
            facts = List.copyOf(facts);
        }

        public Facts() {
            this(List.of());
        }

        /** These facts and one more. */
        public Facts and(String label, String value) {
            var more = new ArrayList<>(facts);
            more.add(new Fact(label, value));
            return new Facts(more);
        }
    }

    /** One label and its value, as in {@code family: bernoulli}. */
    record Fact(String label, String value) {}

    /** The judgement in words: an overall level, one headline sentence, and the findings behind it. */
    record Verdict(Level level, String headline, List<Finding> findings) implements Content {
        public Verdict {
            findings = List.copyOf(findings);
        }
    }

    /** One thing that was checked and what it means. */
    record Finding(Level level, String sentence) {}

    /**
     * A table whose rows can be opened, and chosen to be shown together, on the server that the page came from.
     *
     * @param choices for each row its name there; null for one that can be neither opened nor chosen
     * @param open the address that shows one
     * @param together the address that shows several
     * @param button what showing several is called
     */
    record Chooser(PageTable table, List<String> choices, String open, String together, String button)
            implements Content {
        public Chooser {
            choices = Collections.unmodifiableList(new ArrayList<>(choices));
            require(
                    choices.size() == table.rows().size(),
                    "a chooser needs %d choices, got %d",
                    table.rows().size(),
                    choices.size());
        }
    }

    /** Charts that belong together: one fills the width, several stand side by side as far as the screen allows. */
    record Charts(List<? extends Chart> charts) implements Content {
        public Charts {
            require(!charts.isEmpty(), "a group of charts must hold at least 1, got 0");
            charts = List.copyOf(charts);
        }

        public Charts(Chart... charts) {
            this(List.of(charts));
        }
    }
}
