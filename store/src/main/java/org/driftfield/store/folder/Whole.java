package org.driftfield.store.folder;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;

/** Refuses records from a file in which something is missing that every reader relies on. */
final class Whole {
    private Whole() {}

    /** The same record, if nothing is missing in it or below. */
    static <T extends Record> T require(String file, String where, T record) {
        check(file, where, record, record.getClass());
        return record;
    }

    static FitRecord require(Path file, FitRecord record) {
        return require(file.toString(), "", record);
    }

    private static void check(String file, String where, Object value, Type type) {
        InputException.require(value != null, "%s is damaged: %s is missing", file, where);
        if (value instanceof Record record) {
            for (RecordComponent part : record.getClass().getRecordComponents()) {
                Object inner = part(record, part);
                if (inner != null || !part.isAnnotationPresent(MayBeAbsent.class)) {
                    check(
                            file,
                            where.isEmpty() ? part.getName() : where + "." + part.getName(),
                            inner,
                            part.getGenericType());
                }
            }
        } else if (value instanceof List<?> list && type instanceof ParameterizedType known) {
            for (int i = 0; i < list.size(); i++) {
                check(file, where + "[" + i + "]", list.get(i), known.getActualTypeArguments()[0]);
            }
        } else if (value instanceof Map<?, ?> map
                && type instanceof ParameterizedType known
                && known.getActualTypeArguments()[1] != Object.class) {
            map.forEach((key, inner) -> check(file, where + "." + key, inner, known.getActualTypeArguments()[1]));
        }
    }

    private static Object part(Record record, RecordComponent part) {
        try {
            var accessor = part.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
