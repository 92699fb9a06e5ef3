package org.driftfield.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SessionsTest {
    @Test
    void aSessionCountsWithoutBeingSeenFromOutside() {
        SparkSession spark = Sessions.on("local[2]");
        assertThat(spark.range(0, 1000, 1, 4).filter("id % 2 = 0").count()).isEqualTo(500);
        assertThat(spark.sparkContext().uiWebUrl().isEmpty()).isTrue();
        assertThat(spark.conf().get("spark.driver.host")).isEqualTo("127.0.0.1");
        assertThat(spark.conf().get("spark.sql.files.minPartitionNum"))
                .isEqualTo(String.valueOf(8 * spark.sparkContext().defaultParallelism()));
    }
}
