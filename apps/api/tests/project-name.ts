import { beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** For the report, which names no projects of its own. */
    project?: string
  }
}

beforeEach(({ task }) => {
  const { projectName } = task.file
  if (projectName !== undefined) task.meta.project = projectName
})
