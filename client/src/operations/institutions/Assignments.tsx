import { useState } from 'react'
import { useAssignBrokerMutation, useUnassignBrokerMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { FactList } from '../FactList.tsx'
import { useActionResult } from '../use-action-result.ts'

interface Assignment {
  readonly firm: string
  readonly shortName: string
  /** The broker of an institution, or the institution of a broker. */
  readonly label: string
  readonly isAssigned: boolean
}

interface Props {
  title: string
  empty: string
  rows: readonly Assignment[]
  mayChange: boolean
  onDone: (message: string) => void
}

/** Which brokers an institution may use, or which institutions may use a broker. */
export function Assignments({ title, empty, rows, mayChange, onDone }: Props) {
  const text = useText()
  const [selected, setSelected] = useState<Assignment | null>(null)
  const assignedFirst = rows.toSorted((a, b) => Number(b.isAssigned) - Number(a.isAssigned))
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="console-empty">{empty}</p>
      ) : (
        <FactList
          className="console-choices"
          facts={assignedFirst.map((row) => {
            const key = row.isAssigned ? 'unassign' : 'assign'
            return [
              row.label,
              <>
                <span>{text(`operations.assigned.${row.isAssigned ? 'yes' : 'no'}`)}</span>
                {mayChange && (
                  <Button
                    kind="quiet"
                    aria-label={text(`operations.${key}.named`, { name: row.label })}
                    onClick={() => setSelected(row)}
                  >
                    {text(`operations.${key}`)}
                  </Button>
                )}
              </>,
            ]
          })}
        />
      )}
      {selected && <AssignmentPopup row={selected} onDone={onDone} onClose={() => setSelected(null)} />}
    </>
  )
}

interface PopupProps {
  row: Assignment
  onDone: (message: string) => void
  onClose: () => void
}

function AssignmentPopup({ row: { firm, shortName, isAssigned }, onDone, onClose }: PopupProps) {
  const text = useText()
  const finish = useActionResult(onDone)
  const [assign] = useAssignBrokerMutation()
  const [unassign] = useUnassignBrokerMutation()
  const names = { firm, broker: shortName }
  const key = isAssigned ? 'unassign' : 'assign'
  const send = async (reason: string): Promise<boolean> => {
    const reply = await (isAssigned ? unassign : assign)({ firm, shortName, reason })
    return finish(reply, text(`operations.${key}.done`, names))
  }
  return (
    <ActionPopup
      title={text(`operations.${key}.title`, names)}
      means={[text(`operations.${key}.means`)]}
      doLabel={text(`operations.${key}.do`)}
      isDangerous={isAssigned}
      send={send}
      onClose={onClose}
    />
  )
}
