import { ratedKinds } from '@aitai/engine/rating/rating-explanation.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import { described, oneOf, Time } from './common.ts'

export const IoiCounts = Type.Object({
  upload: Type.Integer(),
  cancel: Type.Integer(),
  locate: Type.Integer(),
  accept: Type.Integer(),
  decline: Type.Integer(),
  timeout: Type.Integer(),
  triggerCancel: Type.Integer(),
})
export type IoiCounts = Static<typeof IoiCounts>

export const ioiCounts = callSchemas({
  summary: "The trader's own counts",
  reply: IoiCounts,
})

export const CredibilityLedger = Type.Object({
  rating: described('1 to 100.', Type.Integer()),
  stars: described('1 to 5.', Type.Integer()),
  events: described(
    'The scored events, newest first, at most 20. None of them names a contra.',
    Type.Array(
      Type.Object({
        at: Time,
        kind: oneOf(ratedKinds),
        score: Type.Integer(),
        weight: Type.Integer(),
        points: described('Score times weight.', Type.Integer()),
      }),
    ),
  ),
  missing: described(
    'What the rating assumes for the events that are still missing to 20, in total.',
    Type.Object({
      count: Type.Integer(),
      score: Type.Integer(),
      weight: Type.Integer(),
      points: Type.Integer(),
    }),
  ),
  fullWeight: described('The divisor of the sum of all points.', Type.Integer()),
  next: described(
    'The rating after each possible next answer, to a contra that is not among the scored ones.',
    Type.Object({ accept: Type.Integer(), decline: Type.Integer(), timeout: Type.Integer() }),
  ),
})
export type CredibilityLedger = Static<typeof CredibilityLedger>

export const credibilityLedger = callSchemas({
  summary: "The scored events behind the trader's own rating, and the rating after each possible next answer",
  reply: CredibilityLedger,
})
