import type { Pool } from './port'

/** The pool as one project sees it: what it asks for is served by its own resources and the staff. */
export function poolOfProject(pool: Pool, projectId: string): Pool {
  return {
    ...pool,
    addResource: (resource) => pool.addResource({ ...resource, projectId }),
    checkResourceRequirements: (requirements) => pool.checkResourceRequirements(requirements, projectId),
    allocateResources: (taskId, requirements, options) =>
      pool.allocateResources(taskId, requirements, { ...options, projectId }),
  }
}
