/** Lifecycle of the server: while it stops, it starts no long-running work. */
export interface Lifecycle {
  stopping: boolean
}
