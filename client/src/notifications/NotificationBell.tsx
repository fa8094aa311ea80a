import type { Role } from '@aitai/contract/codes.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { NotificationIcon } from '@salt-ds/icons'
import { useMemo, useRef, useState } from 'react'
import {
  useAdvertListQuery,
  useBrokerUserExecutionListingQuery,
  useGetEquitiesQuery,
  useNotificationsQuery,
} from '../shared/api/desk-api.ts'
import { notificationAcknowledged } from '../shared/connection/received-notifications.ts'
import { useUser } from '../shared/store/current-user.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dropdown } from '../ui/controls/Dropdown.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { agreementSecurityIn, equityTitleIn } from '../ui/format/equity-name.ts'
import { formatTimeWithZone } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { NotificationLine } from './NotificationLine.tsx'
import {
  type BellTab,
  bellTabOf,
  bellTabsOf,
  isMissed,
  isOpenLine,
  isUnread,
  mergeNotifications,
  type NotificationLineData,
  openLinesFirst,
  toLines,
} from './notification-lines.ts'
import './notification-bell.css'

interface BellProps {
  /** Shows an IOI on the desk. */
  onOpenAdvert: (advertId: string) => void
}

/** The bell, its unread count, and today's notifications below it. */
export function NotificationBell(props: BellProps) {
  const user = useUser()
  return user && user.role !== 'STAFF' ? <Bell role={user.role} {...props} /> : null
}

function Bell({ role, onOpenAdvert }: BellProps & { role: UserInfo['role'] }) {
  const text = useText()
  const lines = useNotificationLines()
  const unread = lines.filter(isUnread).length
  const missed = lines.filter(isMissed).length
  const missedText = missed > 0 ? text('notification.missedCount', { count: missed }) : ''
  const oldSince = useAppSelector((state) => state.connection.staleSince)
  const isOld = oldSince !== null
  // In the order in which the button shows them, so that its name contains what it shows (WCAG 2.5.3).
  const counts = `${missedText} ${text('notification.unread', { count: unread })}`.trim()
  return (
    <Dropdown
      label={text('notification.bell')}
      name={isOld ? `${counts} · ${text('notification.stale')}` : counts}
      trigger={
        <>
          <NotificationIcon aria-hidden />
          {missed > 0 && (
            <>
              <span aria-hidden className="bell-missed">
                {missedText}
              </span>{' '}
            </>
          )}
          <span aria-hidden className="bell-count" data-some={unread > 0} data-stale={isOld || undefined}>
            {unread}
          </span>
        </>
      }
    >
      {(close) => (
        <>
          {isOld && <Age since={oldSince} />}
          <BellPanel
            role={role}
            lines={lines}
            onOpenAdvert={(advertId) => {
              close()
              onOpenAdvert(advertId)
            }}
          />
        </>
      )}
    </Dropdown>
  )
}

/** The bell depends on pushes, so it is as old as the socket is down. */
function Age({ since }: { since: number }) {
  const text = useText()
  const language = useLanguage()
  return (
    <p className="bell-stale" role="status">
      {text('notification.stale.since', { time: formatTimeWithZone(since, language) })}
    </p>
  )
}

const emptyTexts = {
  statusAlert: { TRADER: 'notification.noneStatusAlert', BROKER: 'notification.noneBroker' },
  located: { TRADER: 'notification.noneLocated', BROKER: 'notification.noneBroker' },
  acknowledged: { TRADER: 'notification.noneAcknowledged', BROKER: 'notification.noneAcknowledged' },
} as const

interface PanelProps extends BellProps {
  role: UserInfo['role']
  lines: readonly NotificationLineData[]
}

function BellPanel({ role, lines, onOpenAdvert }: PanelProps) {
  const text = useText()
  const dispatch = useAppDispatch()
  const agreements = useAgreements(role)
  const adverts = useAdvertsById(role)
  const nameOf = useSecurityNames(role, agreements)
  const [tab, setTab] = useState<BellTab>('statusAlert')
  const wereOpen = useOpenSince(lines)
  const shown = openLinesFirst(
    lines.filter((line) => bellTabOf(line, role) === tab),
    wereOpen,
  )
  const open = shown.filter(isOpenLine)
  const acknowledge = (line: NotificationLineData): void => {
    for (const id of [line.notification.id, ...line.replacedIds]) dispatch(notificationAcknowledged(id))
  }
  return (
    <div className="bell-panel">
      <BellTabs
        tabs={bellTabsOf(role)}
        tab={tab}
        countOf={(each) => lines.filter((line) => bellTabOf(line, role) === each && isUnread(line)).length}
        onChoose={setTab}
      />
      <div className="bell-lines" role="tabpanel" id="bell-lines" aria-labelledby={`bell-${tab}`}>
        {shown.length === 0 ? (
          <p className="bell-empty">{text(emptyTexts[tab][role === 'TRADER' ? 'TRADER' : 'BROKER'])}</p>
        ) : (
          <ul>
            {shown.map((line) => (
              <NotificationLine
                key={line.notification.id}
                line={line}
                name={nameOf(line.notification)}
                agreement={agreements.get(line.notification.connectionAgreementId ?? '')}
                advert={adverts.get(line.notification.advertisementId ?? '')}
                onOpenAdvert={onOpenAdvert}
                onAcknowledge={acknowledge}
              />
            ))}
          </ul>
        )}
      </div>
      {open.length > 1 ? (
        <div className="bell-actions">
          <Button kind="quiet" onClick={() => open.forEach(acknowledge)}>
            {text('notification.acknowledgeAll', { count: open.length })}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface Props {
  tabs: readonly BellTab[]
  tab: BellTab
  countOf: (tab: BellTab) => number
  onChoose: (tab: BellTab) => void
}

/** The two tabs of the bell, each with its number of unread lines. */
function BellTabs({ tabs, tab, countOf, onChoose }: Props) {
  const text = useText()
  return (
    <Tabs
      className="bell-tabs"
      label={text('notification.bell')}
      idPrefix="bell"
      controls="bell-lines"
      tabs={tabs.map((each) => {
        const count = countOf(each)
        return {
          tab: each,
          label: (
            <>
              {text(`notification.${each}`)}
              {count > 0 ? <span className="bell-tab-count">{count}</span> : null}
            </>
          ),
        }
      })}
      chosen={tab}
      onChoose={onChoose}
    />
  )
}

/** The lines of the bell, newest first, from the server's list and from pushes. */
function useNotificationLines(): NotificationLineData[] {
  const { data: listed } = useNotificationsQuery()
  const { received, acknowledged } = useAppSelector((state) => state.notifications)
  return useMemo(
    () => toLines(mergeNotifications(listed ?? [], received, acknowledged)),
    [listed, received, acknowledged],
  )
}

/** The ids of the lines that were open since the panel is. */
function useOpenSince(lines: readonly NotificationLineData[]): ReadonlySet<string> {
  const ids = useRef(new Set<string>())
  for (const line of lines) if (isOpenLine(line)) ids.current.add(line.notification.id)
  return ids.current
}

/** The adverts of a trader by their id; a broker has none. */
function useAdvertsById(role: Role): ReadonlyMap<string, Advert> {
  const { data } = useAdvertListQuery(role === 'TRADER' ? undefined : skipToken)
  return useMemo(() => new Map(data?.map((advert) => [advert.id, advert])), [data])
}

/** The agreements of a broker by their id; a trader has none here. */
function useAgreements(role: Role): ReadonlyMap<string, ConnectionAgreement> {
  const { data } = useBrokerUserExecutionListingQuery(role === 'BROKER' ? undefined : skipToken)
  return useMemo(() => new Map(data?.map((each) => [each.connectionAgreementId, each])), [data])
}

/**
 * Names the security of a notification in the current language: for traders from the list of securities, for
 * brokers from the agreement.
 */
function useSecurityNames(
  role: Role,
  agreements: ReadonlyMap<string, ConnectionAgreement>,
): (notification: Notification) => string {
  const language = useLanguage()
  const { data: equities } = useGetEquitiesQuery(role === 'TRADER' ? undefined : skipToken)
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const equity of equities ?? []) names.set(equity.equityId, equityTitleIn(language, equity))
    for (const agreement of agreements.values()) {
      names.set(agreement.securityUUID, agreementSecurityIn(language, agreement))
    }
    return ({ securityId }) => (securityId === null ? '' : (names.get(securityId) ?? ''))
  }, [equities, agreements, language])
}
