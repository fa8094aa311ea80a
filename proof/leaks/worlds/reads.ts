import { type Call, calls } from '@aitai/contract/calls.ts'
import { mayCall, type Subject } from '@aitai/contract/routes/audiences.ts'
import { indexId } from '@aitai/contract/routes/index-id.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { fillPath, type HttpRequest } from '@aitai/contract/routes/request.ts'
import { basePath, isChange } from '@aitai/contract/routes/route.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'

/** What an observer knows, from which the parameters of a read are taken. */
export interface ReadContext {
  readonly token: string | null
  readonly adverts: readonly Advert[]
  /** The ids of its agreements. */
  readonly agreementIds: readonly string[]
  /** The securities to ask about. */
  readonly securityIds: readonly string[]
  /** An id that the observer must not know. */
  readonly guess: string
}

/** A request with the name of its call. */
export interface NamedRequest extends HttpRequest {
  readonly name: string
}

const parameters: Readonly<Record<string, (context: ReadContext) => readonly string[]>> = {
  id: ({ adverts, guess }) => [
    ...adverts
      .filter(({ advertisementStatus }) => advertisementStatus !== 'DEAD')
      .slice(0, 8)
      .map(({ id }) => id),
    guess,
  ],
  connectionAgreementId: ({ agreementIds, guess }) => [...agreementIds.slice(0, 8), guess],
  securityId: ({ securityIds }) => [...securityIds, indexId],
  resetToken: () => ['ioi_r_unknown'],
  period: () => ['2026-11-17..2026-11-18'],
  day: () => ['today', '2026-11-17', '2026-11-18'],
}

/** The requests of a call that only reads: one for each combination of the values of its parameters. */
function requestsOf({ name, path }: Call, context: ReadContext): NamedRequest[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter)
  const unknown = names.find((each) => !(each in parameters))
  if (unknown !== undefined) throw new Error(`no value is known for ${path}`)
  const filled = names.reduce<Readonly<Record<string, string>>[]>(
    (all, each) =>
      all.flatMap((one) => (parameters[each]?.(context) ?? []).map((value) => ({ ...one, [each]: value }))),
    [{}],
  )
  const headers = context.token ? { authorization: `Bearer ${context.token}` } : {}
  return filled.map((values) => ({
    name,
    method: 'GET' as const,
    path: basePath + fillPath(path, values),
    headers,
    body: null,
  }))
}

/** Everything that a subject may read: every read of the contract, and the routes beside it. */
export function readsOf(subject: Subject, context: ReadContext): NamedRequest[] {
  const declared = calls.filter((call) => !isChange(call) && mayCall(call.for, subject))
  const beside = ['/livez', '/readyz', `${socketPath}/info`, `${basePath}/unknown`]
  return [
    ...declared.flatMap((call) => requestsOf(call, context)),
    ...beside.map((path) => ({ name: path, method: 'GET' as const, path, headers: {}, body: null })),
  ]
}

/** Files and lists that are validated against the market and the participant's adverts. They create nothing. */
export function validationsOf({ token, adverts, securityIds }: ReadContext): NamedRequest[] {
  const authorization = { authorization: `Bearer ${token}` }
  const rows = securityIds.flatMap((id) => [`${id},BUY,100000`, `${id},SELL,333`])
  return [
    {
      name: 'bulkUploadAdverts',
      method: 'POST',
      path: `${basePath}/advert/bulk-upload-adverts`,
      headers: { ...authorization, 'content-type': 'text/csv' },
      body: ['ric,direction,shareQuantity', ...rows, ''].join('\n'),
    },
    {
      name: 'prepareRestore',
      method: 'POST',
      path: `${basePath}/advert/prepare-restore`,
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(adverts),
    },
  ]
}
