/** Characters and words of files and messages: reading UTF-8, numbers, line numbers, names in complaints. */
package org.driftfield.data.text;
