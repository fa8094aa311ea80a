import { useState } from 'react'
import { useAssignBrokerMutation, useUnassignBrokerMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'

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
  const [asked, setAsked] = useState<Assignment | null>(null)
  const assignedFirst = rows.toSorted((a, b) => Number(b.isAssigned) - Number(a.isAssigned))
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="console-empty">{empty}</p>
      ) : (
        <dl className="assignments">
          {assignedFirst.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>
                <span>{text(row.isAssigned ? 'operations.assigned.yes' : 'operations.assigned.no')}</span>
                {mayChange && (
                  <Button
                    kind="quiet"
                    aria-label={text(
                      row.isAssigned ? 'operations.unassign.named' : 'operations.assign.named',
                      {
                        name: row.label,
                      },
                    )}
                    onClick={() => setAsked(row)}
                  >
                    {text(row.isAssigned ? 'operations.unassign' : 'operations.assign')}
                  </Button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {asked && <AssignmentPopup row={asked} onDone={onDone} onClose={() => setAsked(null)} />}
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
  const [assign, assigning] = useAssignBrokerMutation()
  const [unassign, unassigning] = useUnassignBrokerMutation()
  const names = { firm, broker: shortName }
  const key = isAssigned ? 'unassign' : 'assign'
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await (isAssigned ? unassign : assign)({ firm, shortName, reason })
    if (!data) return false
    onDone(data.changed ? text(`operations.${key}.done`, names) : text('operations.done.unchanged'))
    return true
  }
  return (
    <ActionPopup
      title={text(`operations.${key}.ask`, names)}
      means={[text(`operations.${key}.means`)]}
      doLabel={text(`operations.${key}.do`)}
      isDangerous={isAssigned}
      busy={assigning.isLoading || unassigning.isLoading}
      send={send}
      onClose={onClose}
    />
  )
}
