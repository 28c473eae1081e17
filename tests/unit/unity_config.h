/* Unity's configuration, on host and target alike: no floating point, output through one function of the
 * runner. */
#ifndef CRAWLBOX_UNIT_UNITY_CONFIG_H
#define CRAWLBOX_UNIT_UNITY_CONFIG_H

#define UNITY_EXCLUDE_FLOAT
#define UNITY_EXCLUDE_DOUBLE
#define UNITY_SUPPORT_64
#define UNITY_OUTPUT_CHAR(c) runner_put(c)
#define UNITY_OUTPUT_FLUSH()

void runner_put(int c);

#endif
