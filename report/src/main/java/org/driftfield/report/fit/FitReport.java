package org.driftfield.report.fit;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.driftfield.posterior.Posterior;
import org.driftfield.report.Page;
import org.driftfield.report.Presentation;
import org.driftfield.report.SideBySide;
import org.driftfield.report.glm.GlmPresentation;
import org.driftfield.report.network.NnPresentation;
import org.driftfield.report.network.ScoreComparison;
import org.driftfield.report.stan.StanPresentation;
import org.driftfield.report.volatility.SvPresentation;
import org.driftfield.report.volatility.SvSideBySide;
import org.driftfield.store.Fit;
import org.driftfield.store.ReportWriter;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.glm.GlmDetails;
import org.driftfield.store.network.NnDetails;
import org.driftfield.store.stan.StanDetails;
import org.driftfield.store.volatility.SvDetails;

/** Pages of fits. */
public final class FitReport implements ReportWriter {
    /** The kinds of models of which more is told than of every fit. */
    private static final Map<String, BiFunction<FitRecord, Path, Presentation>> KINDS = Map.of(
            GlmDetails.MODEL,
            (record, files) -> new GlmPresentation(record),
            SvDetails.MODEL,
            SvPresentation::new,
            NnDetails.MODEL,
            NnPresentation::new,
            StanDetails.MODEL,
            (record, files) -> new StanPresentation(record),
            FitRecord.Asked.IMPORTED,
            (record, files) -> PlainPresentation.imported(record));

    /** Writes the page of a fit. */
    @Override
    public void write(Fit fit, Path file) throws IOException {
        page(fit.record(), fit.posterior(), fit.folder(), fit.folder().toString())
                .write(file);
    }

    /**
     * The page of a fit.
     *
     * @param files the folder that holds its files now
     * @param name the folder that it will be known by
     */
    public static Page page(FitRecord record, Posterior posterior, Path files, String name) {
        return new FitPage(record, posterior, presentation(record, files), name).page();
    }

    /** What is told of a fit whose files are in a folder. */
    public static Presentation presentation(FitRecord record, Path files) {
        return KINDS.getOrDefault(record.asked().model(), (known, folder) -> PlainPresentation.of(known))
                .apply(record, files);
    }

    private static boolean isImported(Fit fit) {
        return fit.record().asked().model().equals(FitRecord.Asked.IMPORTED);
    }

    /** Fits of one kind of model beside each other; everything is measured against the first. */
    public static SideBySide comparison(List<Fit> fits) {
        Fit first = fits.get(0);
        String model = first.record().asked().model();
        for (Fit fit : fits) {
            require(
                    fit.record().asked().model().equals(model) || isImported(fit) || isImported(first),
                    "compare: %s is a fit %s and %s a fit %s, expected the same model",
                    first.folder(),
                    model,
                    fit.folder(),
                    fit.record().asked().model());
        }
        if (first.record().scores() != null) {
            return new ScoreComparison(fits);
        }
        boolean volatility =
                fits.stream().allMatch(fit -> fit.record().asked().model().equals(SvDetails.MODEL));
        return volatility
                ? Comparison.of(fits, SvSideBySide.sections(fits), SvSideBySide.remarks(fits))
                : Comparison.of(fits, List.of(), List.of());
    }
}
