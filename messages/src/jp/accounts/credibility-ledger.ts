import type { credibilityLedger as en } from '../../en/accounts/credibility-ledger.ts'

export const credibilityLedger: Readonly<Record<keyof typeof en, string>> = {
  'ledger.of': '{rating}/100',
  'ledger.none': 'レーティングが10未満のため、相手方は見つかりません。担当者にご連絡ください。',
  'ledger.next': '次の回答後のレーティング',
  'ledger.next.accept': '承諾した場合',
  'ledger.next.decline': '辞退した場合',
  'ledger.next.timeout': '無回答の場合',
  'ledger.next.note': '下記に含まれていない機関投資家に回答した場合の値です。',
  'ledger.events': '評価履歴',
  'ledger.events.lead':
    '新しい回答ほど重みが大きく、同じ機関投資家への回答は直近の数件のみが対象です。相手方の名称は表示されません。取り下げられた照会と、仲値がお客様に不利に大きく動いた後の辞退は評価の対象外です。',
  'ledger.at': '日時',
  'ledger.kind': '内容',
  'ledger.score': '評点',
  'ledger.weight': '重み',
  'ledger.points': '点数',
  'ledger.kind.ACCEPT': '承諾',
  'ledger.kind.DECLINE': '辞退',
  'ledger.kind.TIMEOUT': '無回答',
  'ledger.kind.AGEING': '経時回復（評価対象なし）',
  'ledger.missing': '回答なし：{count}件',
  'ledger.sum': '合計',
  'ledger.rating': 'レーティング（点数÷重み、四捨五入、1～100）',
  'ledger.failed': '評価履歴を読み込めませんでした。',
  'contact.button': '担当者に連絡',
  'contact.sending': '送信中…',
  'contact.done': '担当者より追ってご連絡いたします。',
  'contact.failed': 'ご依頼を送信できませんでした。',
  'contact.limit':
    'すでに複数回ご依頼いただいております。追ってご連絡いたします。次のご依頼は{minutes}分後から可能です。',
  'contact.otherwise': 'メールでもご連絡いただけます：{email}',
}
