/** The two databases this runs on (design 6). */
export type DialectName = 'sqlite' | 'postgres'
