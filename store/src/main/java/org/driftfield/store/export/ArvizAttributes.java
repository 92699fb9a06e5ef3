package org.driftfield.store.export;

import java.util.LinkedHashMap;
import java.util.Map;
import org.driftfield.store.folder.FitRecord;

/** Where the numbers of a fit came from, as attributes of its groups. */
final class ArvizAttributes {
    private ArvizAttributes() {}

    static Map<String, Object> of(FitRecord record) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("inference_library", "driftfield");
        attributes.put("inference_library_version", record.provenance().version());
        attributes.put("sampling_time", record.provenance().seconds());
        attributes.put("model", record.asked().model());
        attributes.put("method", record.asked().method());
        attributes.put("seed", record.asked().seed());
        attributes.put("command", record.asked().commandLine("fit"));
        attributes.put("settings", record.provenance().options());
        attributes.put("priors", record.priors());
        attributes.put("data", record.data().file());
        attributes.put("data_sha256", record.data().sha256());
        attributes.put("verdict", record.verdict().headline());
        attributes.put("java", record.provenance().java());
        attributes.put("system", record.provenance().system());
        return attributes;
    }
}
