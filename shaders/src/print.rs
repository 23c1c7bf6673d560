//! Printing a module in the five languages that GPUs and people read.
