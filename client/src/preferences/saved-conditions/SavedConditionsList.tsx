import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import { useEffect, useRef, useState } from 'react'
import { useDeleteConditionsMutation, useGetSavedConditionsQuery } from '../../shared/api/desk-api.ts'
import { isCallFailure } from '../../shared/api/failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FormMessage } from '../../ui/labels/FormMessage.tsx'
import { ConfirmLeavePopup } from '../../ui/popups/ConfirmLeavePopup.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { conditionsSummary } from './conditions-summary.ts'
import './saved-conditions.css'

interface Props {
  /** The conditions whose form was left, null for new ones that were not saved; the focus returns to them. */
  left: { readonly name: string | null; readonly isSaved: boolean } | null
  /** Null for new ones. */
  onEdit: (conditions: NamedConditions | null) => void
}

/** The conditions that the trader has saved under names. */
export function SavedConditionsList({ left, onEdit }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { data: saved = [], isError, isFetching, refetch } = useGetSavedConditionsQuery()
  const [remove, removing] = useDeleteConditionsMutation()
  const [toDelete, setToDelete] = useState<string | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!left || (left.name !== null && !left.isSaved)) return
    add.current?.focus()
    // Including the text below it.
    add.current?.scrollIntoView?.({ block: 'center' })
  }, [left])
  return (
    <section className="saved-conditions" aria-labelledby="saved-conditions">
      <div className="preferences-head">
        <h2 id="saved-conditions">{text('conditions.title')}</h2>
        <Button ref={add} kind="secondary" onClick={() => onEdit(null)}>
          {text('conditions.new')}
        </Button>
      </div>
      {left?.isSaved && (
        <FormMessage tone="success">{text('conditions.saved', { name: left.name ?? '' })}</FormMessage>
      )}
      {removing.isError && isCallFailure(removing.error) && (
        <FormMessage tone="error">{failureText(removing.error)}</FormMessage>
      )}
      <p className="preferences-lead">{text('conditions.lead')}</p>
      {isError && (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {text('common.retry')}
        </Button>
      )}
      <ul>
        {saved.map((each) => (
          <Row
            key={each.name}
            conditions={each}
            isFocused={left?.name === each.name && !left.isSaved}
            onEdit={() => onEdit(each)}
            onDelete={() => setToDelete(each.name)}
          />
        ))}
      </ul>
      {toDelete !== null && (
        <ConfirmLeavePopup
          title={text('conditions.deleting.title', { name: toDelete })}
          stay={text('conditions.deleting.keep')}
          leave={text('conditions.delete')}
          onStay={() => setToDelete(null)}
          onLeave={() => {
            setToDelete(null)
            add.current?.focus()
            void remove({ name: toDelete })
          }}
        >
          {text('conditions.deleting.body')}
        </ConfirmLeavePopup>
      )}
    </section>
  )
}

interface RowProps {
  conditions: NamedConditions
  isFocused: boolean
  onEdit: () => void
  onDelete: () => void
}

function Row({ conditions: { name, conditions }, isFocused, onEdit, onDelete }: RowProps) {
  const text = useText()
  const language = useLanguage()
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) edit.current?.focus()
  }, [isFocused])
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p>{conditionsSummary(conditions, text, language)}</p>
      </div>
      <Button ref={edit} aria-label={text('conditions.edit.of', { name })} onClick={onEdit}>
        {text('preferences.edit')}
      </Button>
      <Button aria-label={text('conditions.delete.of', { name })} onClick={onDelete}>
        {text('conditions.delete')}
      </Button>
    </li>
  )
}
