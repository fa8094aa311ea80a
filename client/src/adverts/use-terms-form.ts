import type { Advert } from '@aitai/contract/adverts.ts'
import { useEffect, useMemo, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { editsOf, termsEdited } from './desk.ts'
import { changedTerms, rebased, type Terms, termsOf } from './terms.ts'

export interface TermsForm {
  readonly form: UseFormReturn<Terms>
  /** As they stand in the editor. */
  readonly terms: Terms
  /** As the server has them. */
  readonly sent: Terms
  readonly isModified: boolean
}

/**
 * The terms of one advert in the editor. What the trader changed outlives refreshed data, a look at another
 * advert and a switch of language; what the server changed meanwhile arrives in the fields that were not touched.
 */
export function useTermsForm(advert: Advert): TermsForm {
  const dispatch = useAppDispatch()
  const kept = useAppSelector(editsOf)[advert.id]
  const sent = useMemo(() => termsOf(advert), [advert])
  const form = useForm<Terms>({ defaultValues: { ...sent, ...kept } as Terms })
  const watched = useWatch({ control: form.control }) as Terms
  const terms = useMemo(() => ({ ...sent, ...watched }), [sent, watched])
  const edited = changedTerms(sent, terms)

  const before = useRef(sent)
  useEffect(() => {
    for (const [name, value] of rebased(before.current, sent, form.getValues())) form.setValue(name, value)
    before.current = sent
  }, [sent, form])

  const edits = JSON.stringify(Object.fromEntries(edited.map((name) => [name, terms[name]])))
  useEffect(() => {
    dispatch(termsEdited({ advertId: advert.id, edits: JSON.parse(edits) as Partial<Terms> }))
  }, [dispatch, advert.id, edits])

  return { form, terms, sent, isModified: edited.length > 0 }
}
