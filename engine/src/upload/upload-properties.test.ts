import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyUploadFacts, anyUploadRows, anyUploadState } from '../../test/arbitrary-upload.ts'
import { fileOf, type RowCells } from '../../test/bulk-file.ts'
import { perform, refusalCodeOf } from '../../test/command-execution.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { type BulkContext, type BulkFacts, bulkContext } from './bulk-context.ts'
import { type PreviousAdvert, validateRestore } from './restore.ts'
import { type RowResult, uploadErrors } from './row-result.ts'
import { validateUpload } from './upload.ts'

type OkRow = Extract<RowResult, { status: 'OK' }>
const isOk = (result: RowResult): result is OkRow => result.status === 'OK'

const contextIn = (state: State, facts: BulkFacts): BulkContext =>
  bulkContext(state, 'alder', state.at + 1_000, facts)

function resultsOf(context: BulkContext, rows: readonly RowCells[]): readonly RowResult[] {
  const file = fileOf(rows)
  return validateUpload(context, file.header, file.rows)
}

test('every row has one result, in order, and a code if and only if it is not OK', () => {
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      const results = resultsOf(contextIn(state, facts), rows)

      expect(results.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 2))
      for (const { status, errorCode } of results) expect(status === 'OK').toBe(errorCode === null)
    }),
  )
})

test("an error map has exactly the variables of its code's text", () => {
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      for (const { errorCode, errorMap } of resultsOf(contextIn(state, facts), rows)) {
        const known = Object.entries(uploadErrors).find(([code]) => code === errorCode)
        if (known) expect(Object.keys(errorMap).sort()).toEqual([...known[1].names].sort())
      }
    }),
  )
})

// rule: 18.11
test('a row that is OK is accepted when it is sent, row after row', () => {
  let accepted = 0
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      const context = contextIn(state, facts)
      for (const result of resultsOf(context, rows).filter(isOk)) {
        expect(sent(state, context, result)).toBeNull()
        accepted += 1
      }
    }),
  )
  expect(accepted).toBeGreaterThan(20)
})

/** Drafts and submits a row as the client does. Returns the code of the refusal. */
function sent(state: State, context: BulkContext, result: OkRow): string | null {
  const { at, priceOf, securityOf, draftOn } = context
  const { securityId, terms, offsets, line } = result
  const security = securityOf(securityId)
  const draftId = draftOn(securityId)
  const advert = { at, traderId: 'alder', advertId: draftId ?? `row-${line}` }
  if (draftId === null) perform(state, { type: 'createAdvert', ...advert, securityId, terms, offsets })
  const price = security ? priceOf(security) : 0
  const submit = {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    ...advert,
    terms,
    price,
    freshId: `again-${line}`,
  } as const
  const refusal = refusalCodeOf(state, submit)
  if (refusal === null) perform(state, submit)
  return refusal
}

test('a quantity is never rounded up, and an OK row has whole lots', () => {
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      const context = contextIn(state, facts)
      for (const { line, securityId, terms } of resultsOf(context, rows).filter(isOk)) {
        const typed = Number(rows[line - 2]?.shareQuantity?.replaceAll(',', ''))
        const lotSize = context.securityOf(securityId)?.lotSize ?? Number.NaN
        expect(terms.shareQuantity % lotSize).toBe(0)
        expect(typed - terms.shareQuantity).toBeGreaterThanOrEqual(0)
        expect(typed - terms.shareQuantity).toBeLessThan(lotSize)
      }
    }),
  )
})

test('a row without another in its security has the same result as alone in a file', () => {
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      const context = contextIn(state, facts)
      const file = fileOf(rows)
      validateUpload(context, file.header, file.rows).forEach((result, index) => {
        if (rows.filter(({ ric }) => ric === result.securityId).length > 1) return
        const [alone] = validateUpload(context, file.header, [file.rows[index] ?? []])
        expect({ ...result, line: 2 }).toEqual(alone)
      })
    }),
  )
})

const fullWidth = (text: string): string =>
  [...text]
    .map((c) => (c > ' ' && c <= '~' ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0) : c))
    .join('')

/** The results without the quoted text of invalid values. */
const withoutValue = (results: readonly RowResult[]) =>
  results.map(({ errorMap: { value: _, ...errorMap }, ...result }) => ({ ...result, errorMap }))

test('order of columns, case and full width do not affect a result', () => {
  fc.assert(
    fc.property(
      anyUploadState,
      anyUploadFacts,
      anyUploadRows,
      fc.infiniteStream(fc.nat()),
      (state, facts, rows, draws) => {
        const context = contextIn(state, facts)
        const { header, rows: cells } = fileOf(rows)
        const order = header.map((_, index) => [draws.next().value as number, index] as const)
        const columns = order.sort(([a], [b]) => a - b).map(([, index]) => index)
        // The client inserts the equity ids, so they are used as they are.
        const wide = (text: string, index: number): string =>
          header[index] === 'ric' ? text : fullWidth(text.toUpperCase())
        const written = columns.map((index) => fullWidth(header[index] ?? '').toUpperCase())
        const reordered = cells.map((row) => columns.map((index) => wide(row[index] ?? '', index)))

        expect(withoutValue(validateUpload(context, written, reordered))).toEqual(
          withoutValue(validateUpload(context, header, cells)),
        )
      },
    ),
  )
})

test('a row that may be sent may be restored, as the same advert', () => {
  fc.assert(
    fc.property(anyUploadState, anyUploadFacts, anyUploadRows, (state, facts, rows) => {
      const context = contextIn(state, facts)
      const accepted = resultsOf(context, rows).filter(isOk)

      expect(validateRestore(context, accepted.map(storedOf))).toEqual(
        accepted.map((result, index) => ({ ...result, line: index + 1 })),
      )
    }),
  )
})

const storedOf = ({ securityId, terms, offsets }: OkRow): PreviousAdvert => ({
  ...terms,
  securityId,
  advertisingTriggerOffset: offsets.advertising / 100,
  knockoutTriggerOffset: offsets.knockout / 100,
  indexRelativeKOTrigger: terms.indexRelativeKOTrigger === null ? null : terms.indexRelativeKOTrigger / 100,
  submitTime: null,
})
