import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useEffect, useMemo, useRef } from 'react'
import { type Path, type PathValue, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useAppDispatch, useAppSelector } from '../../app/store/store.ts'
import { selectEdits, termsEdited } from '../desk-slice.ts'
import { changedTerms, type TermName, type Terms, termsOf, untouchedServerChanges } from '../terms.ts'

export interface TermsForm {
  readonly form: UseFormReturn<Terms>
  /** As they stand in the editor. */
  readonly terms: Terms
  /** As the server has them. */
  readonly sent: Terms
  readonly isModified: boolean
  readonly change: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

/**
 * The terms of one advert in the editor. What the trader changed outlives refreshed data, a look at another
 * advert and a switch of language; what the server changed meanwhile arrives in the fields not touched.
 */
export function useTermsForm(advert: Advert): TermsForm {
  const kept = useAppSelector(selectEdits)[advert.id]
  const sent = useMemo(() => termsOf(advert), [advert])
  const form = useForm<Terms>({ defaultValues: { ...sent, ...kept } as Terms })
  useRules(form)
  const watched = useWatch({ control: form.control }) as Terms
  const terms = useMemo(() => ({ ...sent, ...watched }), [sent, watched])
  const edited = changedTerms(sent, terms)
  useRebase(form, sent, advert.advertisementStatus === 'COMPLETED')
  useKeptEdits(advert.id, Object.fromEntries(edited.map((name) => [name, terms[name]])))

  const change: TermsForm['change'] = (name, value) => set(form, name, value, form.formState.isSubmitted)
  return { form, terms, sent, isModified: edited.length > 0, change }
}

const set = <Name extends TermName>(
  form: UseFormReturn<Terms>,
  name: Name,
  value: Terms[Name],
  shouldValidate = false,
): void => form.setValue(name as Path<Terms>, value as PathValue<Terms, Path<Terms>>, { shouldValidate })

/** What must be there before a review; everything else cannot be wrong. */
function useRules({ register }: UseFormReturn<Terms>): void {
  useEffect(() => {
    register('shareQuantity', { validate: (shares) => shares > 0 })
    register('brokerIds', { validate: (brokerIds) => brokerIds.length > 0 })
  }, [register])
}

/** Takes over what the server changed; after completion nothing can be sent, so nothing is left edited. */
function useRebase(form: UseFormReturn<Terms>, sent: Terms, isOver: boolean): void {
  const before = useRef(sent)
  useEffect(() => {
    for (const [name, value] of untouchedServerChanges(before.current, sent, form.getValues()))
      set(form, name, value)
    if (isOver) form.reset(sent)
    before.current = sent
  }, [sent, form, isOver])
}

function useKeptEdits(advertId: string, edits: Partial<Terms>): void {
  const dispatch = useAppDispatch()
  const written = JSON.stringify(edits)
  useEffect(() => {
    dispatch(termsEdited({ advertId, edits: JSON.parse(written) as Partial<Terms> }))
  }, [dispatch, advertId, written])
}
