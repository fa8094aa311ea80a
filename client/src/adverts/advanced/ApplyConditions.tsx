import { useState } from 'react'
import { useGetSavedConditionsQuery } from '../../shared/api/desk-api.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { conditionsChosen, selectChosenConditions } from '../desk-slice.ts'
import type { TermName, Terms } from '../terms.ts'
import type { AdvancedPanelProps } from './panel-props.ts'
import { termsAfterConditions } from './terms-after-conditions.ts'
import './apply-conditions.css'

type Props = Pick<AdvancedPanelProps, 'equity' | 'triggerContext' | 'onChange'>

/**
 * Applies conditions that the trader has saved under a name. Nothing is sent by it, and a choice alone changes nothing:
 * the arrow keys choose as well.
 */
export function ApplyConditions({ equity, triggerContext, onChange }: Props) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { data: saved = [] } = useGetSavedConditionsQuery()
  const chosen = useAppSelector(selectChosenConditions)
  const [applied, setApplied] = useState<{ readonly name: string; readonly count: number } | null>(null)
  const found = saved.find(({ name }) => name === chosen) ?? saved[0]
  if (!found) return null
  const changes = Object.entries(termsAfterConditions(found.conditions, triggerContext, equity))
  const apply = (): void => {
    for (const [name, value] of changes) onChange(name as TermName, value as Terms[TermName])
    setApplied({ name: found.name, count: changes.length })
  }
  // Only as long as it is true: until other conditions are chosen, or one of these terms is edited.
  const isApplied = applied?.name === found.name && changes.length === 0
  const status = isApplied
    ? text(applied.count > 0 ? 'conditions.applied' : 'conditions.unchanged', applied)
    : ''
  return (
    <div className="apply-conditions">
      <Select
        isLabelHidden
        label={text('conditions.title')}
        value={found.name}
        options={saved.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => dispatch(conditionsChosen(name))}
      />
      <Button onClick={apply}>{text('conditions.apply')}</Button>
      <span role="status" className="apply-conditions-status" title={status}>
        {status}
      </span>
    </div>
  )
}
