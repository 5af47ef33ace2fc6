/** Whether the server is on its way out: then it starts nothing that lasts. */
export interface Lifecycle {
  stopping: boolean
}
