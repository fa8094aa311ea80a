import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { termNames } from '@aitai/engine/adverts/terms.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Path, type PathValue, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { selectChosenSides, selectEdits, sideChosen, termsEdited } from '../desk-slice.ts'
import { lacksSide } from '../shown-advert.ts'
import { changedTerms, type TermName, type Terms, termsOf, untouchedServerChanges } from '../terms.ts'
import { type TermProblem, termProblem, termsWithProblems } from '../terms-problems.ts'

export interface TermsForm {
  readonly form: UseFormReturn<Terms>
  /** The terms with the edits of this form. */
  readonly terms: Terms
  /** The terms as last saved on the server. */
  readonly sent: Terms
  readonly isModified: boolean
  /** Whether its side was chosen; the review does not open before. */
  readonly hasSide: boolean
  readonly chooseSide: () => void
  readonly change: <Name extends TermName>(name: Name, value: Terms[Name]) => void
  /** Notes that these terms were sent; null if they were refused. */
  readonly noteSent: (terms: Terms | null) => void
}

/**
 * The form of one advert's terms. Edits survive refreshed data, selecting another advert and switching the
 * language; changes from the server appear in the fields that the trader has not edited.
 */
export function useTermsForm(advert: Advert): TermsForm {
  const storedEdits = useAppSelector(selectEdits)[advert.id]
  const sent = useMemo(() => termsOf(advert), [advert])
  const form = useForm<Terms>({ defaultValues: { ...sent, ...storedEdits } as Terms })
  const { hasSide, chooseSide, validSide } = useSide(advert, form)
  useRequiredTerms(form, validSide)
  const watched = useWatch({ control: form.control }) as Terms
  const terms = useMemo(() => ({ ...sent, ...watched }), [sent, watched])
  const edited = changedTerms(sent, terms)
  const noteSent = useRebase(form, sent, advert.advertisementStatus === 'COMPLETED')
  useStoredEdits(advert.id, Object.fromEntries(edited.map((name) => [name, terms[name]])))

  const change: TermsForm['change'] = (name, value) => set(form, name, value, form.formState.isSubmitted)
  return { form, terms, sent, isModified: edited.length > 0, hasSide, chooseSide, change, noteSent }
}

const set = <Name extends TermName>(
  form: UseFormReturn<Terms>,
  name: Name,
  value: Terms[Name],
  shouldValidate = false,
): void => form.setValue(name as Path<Terms>, value as PathValue<Terms, Path<Terms>>, { shouldValidate })

/** The key of the text of a rule of the form, which is the message of its error. */
export type FormProblem = TermProblem | 'advert.direction.choose'

/** Registers the terms that can keep the review from opening. */
function useRequiredTerms({ register }: UseFormReturn<Terms>, validSide: () => boolean): void {
  useEffect(() => {
    const noSide: FormProblem = 'advert.direction.choose'
    register('direction', { validate: () => validSide() || noSide })
    for (const name of termsWithProblems)
      register(name, { validate: (value) => termProblem(name, value as Terms[TermName]) ?? true })
  }, [register, validSide])
}

/** Whether the side of the advert was chosen, also within the event in which it is. */
function useSide(advert: Advert, form: UseFormReturn<Terms>) {
  const dispatch = useAppDispatch()
  const hasSide = !lacksSide(advert, useAppSelector(selectChosenSides))
  const isChosen = useRef(hasSide)
  if (hasSide) isChosen.current = true
  const validSide = useCallback(() => isChosen.current, [])
  const chooseSide = (): void => {
    isChosen.current = true
    dispatch(sideChosen(advert.id))
    if (form.formState.isSubmitted) form.clearErrors('direction')
  }
  return { hasSide, chooseSide, validSide }
}

/** The first term, in the order of the editor, that breaks a rule of the form. */
export const firstInvalidTerm = (errors: Partial<Record<TermName, unknown>>): TermName | null =>
  termNames.find((name) => errors[name] !== undefined) ?? null

/**
 * Copies server changes into untouched fields; drops all edits once the advert is completed. Returns what notes the
 * terms that were sent: until the list has them, a field with its former value may have been changed back to it.
 */
function useRebase(form: UseFormReturn<Terms>, sent: Terms, isCompleted: boolean): TermsForm['noteSent'] {
  const previous = useRef(sent)
  const onTheWay = useRef<Terms | null>(null)
  useEffect(() => {
    const { current: before } = previous
    for (const [name, value] of untouchedServerChanges(
      before,
      sent,
      form.getValues(),
      onTheWay.current ?? before,
    ))
      set(form, name, value)
    if (isCompleted) form.reset(sent)
    if (changedTerms(before, sent).length > 0) onTheWay.current = null
    previous.current = sent
  }, [sent, form, isCompleted])
  return useCallback((terms) => {
    onTheWay.current = terms
  }, [])
}

function useStoredEdits(advertId: string, edits: Partial<Terms>): void {
  const dispatch = useAppDispatch()
  const serializedEdits = JSON.stringify(edits)
  useEffect(() => {
    dispatch(termsEdited({ advertId, edits: JSON.parse(serializedEdits) as Partial<Terms> }))
  }, [dispatch, advertId, serializedEdits])
}
