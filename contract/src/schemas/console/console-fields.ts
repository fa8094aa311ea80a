import Type from 'typebox'

/** An ISO time in UTC. */
export const IsoTime = Type.String({ description: 'An ISO time in UTC.' })

/** An ISO date. */
export const IsoDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: 'An ISO date.',
})

/** Why somebody of staff does something. The command decides whether it is one. */
export const Reason = Type.String({ maxLength: 2_000, description: 'Stored permanently.' })
