package org.driftfield.report.stan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.report.Content;
import org.driftfield.report.Presentation;
import org.driftfield.report.Section;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.stan.StanDetails;

/** What is told of the fit of a program. */
public final class StanPresentation implements Presentation {
    private final FitRecord record;
    private final StanDetails details;

    public StanPresentation(FitRecord record) {
        this.record = record;
        this.details = record.details(StanDetails.class);
    }

    @Override
    public String model() {
        return "Program " + details.program();
    }

    @Override
    public String title() {
        return "Posterior of " + details.program();
    }

    @Override
    public String subject(int parameters) {
        return parameters + " quantities of a program with " + details.freeDimension() + " free coordinates";
    }

    @Override
    public String learntFrom(int used) {
        return used + (used == 1 ? " variable of data" : " variables of data");
    }

    @Override
    public Map<String, String> facts() {
        return Map.of("program", details.program());
    }

    @Override
    public String dataUsed() {
        FitRecord.DataUsed data = record.data();
        int ignored = data.rows() - data.used();
        return data.used()
                + (data.used() == 1 ? " variable read" : " variables read")
                + (ignored > 0 ? ", " + ignored + " not declared by the program" : "");
    }

    @Override
    public List<String> results() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d free coordinates, %.3g µs for a gradient",
                details.freeDimension(),
                details.microseconds()));
        if (!details.starts().isEmpty()) {
            lines.add(details.starts());
        }
        if (details.rejections() > 0) {
            lines.add(rejections() + ", first: " + details.reasons().get(0));
        }
        details.printed().stream().limit(5).forEach(line -> lines.add("print: " + line));
        return lines;
    }

    private String rejections() {
        return "The program rejected " + details.rejections() + (details.rejections() == 1 ? " point" : " points");
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("freeDimension", details.freeDimension());
        json.put("rejections", details.rejections());
        json.put("printed", details.printed());
        json.put("starts", details.starts());
        return json;
    }

    @Override
    public boolean pairs() {
        return details.freeDimension() > 1;
    }

    @Override
    public List<Section> resultSections() {
        return List.of();
    }

    @Override
    public List<Section> checkSections() {
        List<Section> sections = new ArrayList<>();
        if (!details.starts().isEmpty()) {
            sections.add(new Section("Starts", details.starts() + "."));
        }
        if (details.rejections() > 0) {
            sections.add(new Section(
                    "Rejected points",
                    rejections()
                            + ": a value outside the domain of a function, a broken constraint or reject(…). Some in the"
                            + " warm-up are harmless.",
                    new Content.Code(String.join("\n", details.reasons()))));
        }
        if (!details.printed().isEmpty()) {
            sections.add(new Section(
                    "Printed",
                    "The first lines that the program printed.",
                    new Content.Code(String.join("\n", details.printed()))));
        }
        sections.add(new Section("The program", "", new Content.Code(details.text())));
        return sections;
    }
}
