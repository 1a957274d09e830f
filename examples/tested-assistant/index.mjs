// What this file exports would be outputs of the stack.
import "./reception.mjs";
