package org.driftfield.report.fit;

import java.util.List;
import java.util.Map;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.export.ImportedDetails;
import org.driftfield.store.folder.FitRecord;

/** What is told of any fit. */
final class PlainPresentation implements Presentation {
    private final String model;
    private final String title;
    private final String dataUsed;

    private PlainPresentation(String model, String title, String dataUsed) {
        this.model = model;
        this.title = title;
        this.dataUsed = dataUsed;
    }

    /** A kind of model of which nothing else is known. */
    static PlainPresentation of(FitRecord record) {
        String name = record.asked().model();
        return new PlainPresentation(
                "Model " + name, "Fit " + name, record.data().used() + " rows used");
    }

    /** Draws that another program made. */
    static PlainPresentation imported(FitRecord record) {
        ImportedDetails details = record.details(ImportedDetails.class);
        int files = details.files().size();
        return new PlainPresentation(
                "Draws of " + details.program() + ", made by another program",
                "Draws of " + details.program(),
                record.data().used() + " draws in " + files + (files == 1 ? " file" : " files"));
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Map<String, String> facts() {
        return Map.of();
    }

    @Override
    public String dataUsed() {
        return dataUsed;
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
