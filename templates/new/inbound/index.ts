// What this file exports would be an output of the stack.
import "./support";
