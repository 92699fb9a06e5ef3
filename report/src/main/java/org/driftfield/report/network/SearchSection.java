package org.driftfield.report.network;

import java.util.Locale;
import org.driftfield.models.network.NetworkTrial;
import org.driftfield.report.PageTable;
import org.driftfield.report.Section;
import org.driftfield.store.network.NnDetails;

/** The runs by which the settings of a network were chosen. */
final class SearchSection {
    private SearchSection() {}

    static Section of(NnDetails details) {
        NnDetails.Search search = details.search();
        PageTable table = new PageTable(
                "Trials",
                new PageTable.Column("schedule", PageTable.Format.NUMBER, "iterations"),
                new PageTable.Column("noise"),
                new PageTable.Column("best", PageTable.Format.NUMBER, "the iteration of the best cloud"),
                new PageTable.Column("score", PageTable.Format.NUMBER, "on the validation rows, lower is better"),
                new PageTable.Column("line", PageTable.Format.NUMBER, "the same of a straight line alone"),
                new PageTable.Column("share", PageTable.Format.NUMBER, "of the networks beside the line"));
        for (NetworkTrial trial : search.trials()) {
            table = table.row(
                    trial.iterations(),
                    details.regression() ? trial.errors().name().toLowerCase(Locale.ROOT) : "",
                    trial.best(),
                    trial.score(),
                    trial.lineScore(),
                    trial.share());
        }
        return new Section(
                "Search",
                runs(search, details.regression())
                        + (search.refitted() ? ", on all rows, those for validation included" : "")
                        + ". A straight line stands beside it; what the network adds to that has a share between 0, where it"
                        + " is of no use, and 1.",
                table);
    }

    private static String runs(NnDetails.Search search, boolean regression) {
        boolean given = search.trials().stream()
                        .map(NetworkTrial::iterations)
                        .distinct()
                        .count()
                == 1;
        if (given) {
            return "A schedule of given length was run"
                    + (search.trials().size() > 1 ? ", then with noise that depends on the inputs" : "");
        }
        return "Small clouds were run with schedules of growing length for as long as the validation rows were predicted better"
                + (regression ? ", then with noise that depends on the inputs" : "")
                + ". The network was run with what was best, or with a longer schedule where its several groups would gain by it";
    }
}
