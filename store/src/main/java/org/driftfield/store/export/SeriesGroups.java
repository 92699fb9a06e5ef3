package org.driftfield.store.export;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.driftfield.store.Fit;
import org.driftfield.store.volatility.SvDetails;
import org.driftfield.store.volatility.VolatilityFile;

/** What a fit of a series knows beyond its draws: the series itself over {@code time}, with what its times are called. */
record SeriesGroups(Fit fit) implements ModelGroups {
    @Override
    public void write(ZarrGroup root, Map<String, ?> attributes, Draws draws, Chains chains) throws IOException {
        VolatilityFile series = VolatilityFile.read(fit.folder().resolve(VolatilityFile.NAME));
        ArvizGroup observed = new ArvizGroup(root, "observed_data", attributes);
        int size = series.returns().length;
        observed.coordinates("time", size, series.times());
        observed.numbers(
                fit.record().details(SvDetails.class).column(),
                List.of("time"),
                new int[] {size},
                i -> series.returns()[(int) i]);
    }
}
