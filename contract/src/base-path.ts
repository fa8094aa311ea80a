/** Below this everything is served. */
export const basePath = '/api'
