package org.driftfield.stan.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.driftfield.InputException;

/** Data as CmdStan writes them: one object, nested arrays row by row. */
final class JsonNumbers {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonNumbers() {}

    static Map<String, Numbers> read(Path file, String name) throws IOException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
                JsonParser json = JSON.createParser(reader)) {
            return read(json, name);
        } catch (JsonProcessingException e) {
            throw new InputException(
                    name + " line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": not JSON: "
                            + e.getOriginalMessage().replace('\n', ' ').replaceAll(" \\((start marker|for).*", ""),
                    e);
        }
    }

    private static Map<String, Numbers> read(JsonParser json, String name) throws IOException {
        Map<String, Numbers> entries = new LinkedHashMap<>();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new InputException(name + ": expected an object with the data, as in {\"N\": 3, \"y\": [1, 2, 3]}");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            entries.put(key, value(json));
        }
        return entries;
    }

    private static Numbers value(JsonParser json) throws IOException {
        Numbers.Builder numbers = new Numbers.Builder();
        int depth = 0;
        for (JsonToken token = json.currentToken(); token != null; token = json.nextToken()) {
            switch (token) {
                case START_ARRAY -> {
                    depth++;
                    numbers.begin();
                }
                case END_ARRAY -> {
                    depth--;
                    numbers.end();
                }
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numbers.number(json.getDoubleValue());
                case VALUE_TRUE -> numbers.number(1);
                case VALUE_FALSE -> numbers.number(0);
                case VALUE_STRING -> text(numbers, json.getText());
                case VALUE_NULL -> numbers.fail("holds null");
                case START_OBJECT -> {
                    json.skipChildren();
                    numbers.fail("holds an object");
                }
                default -> numbers.fail("holds " + token);
            }
            if (depth == 0 || numbers.failed()) {
                break;
            }
        }
        while (depth > 0) {
            JsonToken token = json.nextToken();
            if (token == null) {
                break;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        }
        return numbers.build();
    }

    private static void text(Numbers.Builder numbers, String text) {
        switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> numbers.number(Double.NaN);
            case "inf", "+inf", "infinity", "+infinity" -> numbers.number(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> numbers.number(Double.NEGATIVE_INFINITY);
            default ->
                numbers.fail("holds the text '" + (text.length() > 30 ? text.substring(0, 30) + "…" : text) + "'");
        }
    }
}
