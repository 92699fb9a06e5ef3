package org.driftfield.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this program, which other programs on the machine do not lengthen as they do the clock's. */
final class CpuTime {
    private CpuTime() {}

    /** Of all its threads since it started, the compiler's among them. */
    static double seconds() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
