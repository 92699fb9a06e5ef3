package org.driftfield.spark.rows;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.driftfield.engine.Crew;

/** Executors: a piece of work is a task, and what all pieces need is broadcast. */
final class SparkCrew implements Crew {
    private final JavaSparkContext spark;
    private final AtomicLong rounds;

    /** @param rounds counts the jobs */
    SparkCrew(SparkSession session, AtomicLong rounds) {
        this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.rounds = rounds;
    }

    @Override
    public <S extends Serializable> Job<S> with(S shared) {
        Broadcast<S> everywhere = spark.broadcast(shared);
        return new Job<>() {
            @Override
            public <I extends Serializable, O extends Serializable> List<O> each(List<I> pieces, Work<S, I, O> what) {
                rounds.incrementAndGet();
                return Faults.clear(() -> done(spark, everywhere, pieces, what));
            }

            @Override
            public void close() {
                everywhere.destroy();
            }
        };
    }

    /** Knows nothing of the crew, which stays here. */
    private static <S, I, O> List<O> done(
            JavaSparkContext spark, Broadcast<S> everywhere, List<I> pieces, Work<S, I, O> what) {
        return spark.parallelize(pieces, pieces.size())
                .map(piece -> what.on(everywhere.value(), piece))
                .collect();
    }
}
