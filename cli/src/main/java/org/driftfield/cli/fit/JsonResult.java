package org.driftfield.cli.fit;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.driftfield.posterior.Posterior;
import org.driftfield.report.Presentation;
import org.driftfield.store.folder.EvidenceFile;
import org.driftfield.store.folder.FitFolder;
import org.driftfield.store.folder.FitRecord;
import org.driftfield.store.folder.Json;

/** What {@code --json} prints. */
public final class JsonResult {
    private JsonResult() {}

    public static String of(FitRecord record, Posterior posterior, Presentation own, FitFolder folder) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("format", record.format());
        result.put("asked", record.asked());
        result.put("data", record.data());
        result.put("priors", record.priors());
        result.put("factors", record.factors());
        result.put("summary", posterior.summary().rows());
        result.put("outcome", record.outcome());
        result.put("verdict", record.verdict());
        result.put("warnings", record.warnings());
        result.put("notes", record.notes());
        result.putAll(own.json());
        EvidenceFile.read(folder.path()).ifPresent(evidence -> result.put("evidence", evidence));
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("folder", folder.name());
        paths.put("draws", folder.inside(record.draws().file()));
        for (String file : record.files()) {
            paths.put(file.substring(0, file.indexOf('.')), folder.inside(file));
        }
        if (record.asked().report()) {
            paths.put("report", folder.inside(FitFolder.REPORT));
        }
        result.put("paths", paths);
        return write(result);
    }

    public static String write(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
