package org.driftfield.report.fit;

import java.util.List;
import java.util.Map;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;

/** What is told of any fit. */
final class PlainPresentation implements Presentation {
    private final FitRecord record;

    PlainPresentation(FitRecord record) {
        this.record = record;
    }

    @Override
    public String model() {
        return "Model " + record.asked().model();
    }

    @Override
    public String title() {
        return "Fit " + record.asked().model();
    }

    @Override
    public Map<String, String> facts() {
        return Map.of();
    }

    @Override
    public String dataUsed() {
        return record.data().used() + " rows used";
    }

    @Override
    public List<String> results() {
        return List.of();
    }

    @Override
    public Map<String, Object> json() {
        return Map.of();
    }

    @Override
    public List<Section> resultSections() {
        return List.of();
    }

    @Override
    public List<Section> checkSections() {
        return List.of();
    }
}
