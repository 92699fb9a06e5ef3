package org.driftfield.spark.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.driftfield.engine.Rows;
import org.junit.jupiter.api.Test;

/** What a design takes is what moves, no less and no more. */
class RoomTest {
    /** Half a square each: one for each chunk while there are few, some three for each partition where there are many. */
    @Test
    void curvaturesAreTriangles() {
        assertThat(Room.curvatures(100, 10, 8)).isEqualTo(8 * 5050);
        assertThat(Room.curvatures(100, 5 * Rows.CHUNK, 8)).isEqualTo(5 * 8 * 5050);
        assertThat(Room.curvatures(100, 5 * Rows.CHUNK + 1, 1)).isEqualTo(3 * 8 * 5050);
        assertThat(Room.curvatures(100, 1000L * Rows.CHUNK, 8)).isEqualTo(24 * 8 * 5050);
    }

    @Test
    void theMemoryOfExecutorsIsReadAsSparkReadsIt() {
        SparkConf conf = new SparkConf(false);
        assertThat(Room.executor(conf)).isEqualTo(0x1p30);
        assertThat(Room.executor(conf.set("spark.executor.memory", "4096"))).isEqualTo(0x1p32);
        assertThat(Room.executor(conf.set("spark.executor.memory", "6g"))).isEqualTo(6 * 0x1p30);
    }
}
