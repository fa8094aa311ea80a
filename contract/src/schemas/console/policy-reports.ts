import Type, { type Static } from 'typebox'
import { callSchemas } from '../call-schemas.ts'
import { described } from '../common.ts'
import { IsoTime } from './console-fields.ts'

const PolicyReportRow = Type.Object({
  directive: described(
    'Of the policy; `extension` for one of the user’s browser, `other` for any other.',
    Type.String(),
  ),
  page: described('The page of the client, or `other`.', Type.String()),
  blocked: described(
    'What was blocked: `inline`, `eval`, `data`, `our origin` or `elsewhere`.',
    Type.String(),
  ),
  count: Type.Integer({ minimum: 1 }),
  first: IsoTime,
  last: IsoTime,
})
export type PolicyReportRow = Static<typeof PolicyReportRow>

const OperationsPolicyReports = Type.Object({
  at: IsoTime,
  reports: described('The newest first.', Type.Array(PolicyReportRow)),
})
export type OperationsPolicyReports = Static<typeof OperationsPolicyReports>

export const operationsPolicyReports = callSchemas({
  summary: 'What browsers have reported about the content security policy, as `aitai policy-reports` has it',
  reply: OperationsPolicyReports,
})
