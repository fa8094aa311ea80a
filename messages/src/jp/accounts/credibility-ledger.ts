import type { credibilityLedger as en } from '../../en/accounts/credibility-ledger.ts'

export const credibilityLedger: Readonly<Record<keyof typeof en, string>> = {
  'ledger.of': '{rating}/100',
  'ledger.none': 'レーティングが10未満のため、マッチングの対象になりません。担当者にご連絡ください。',
  'ledger.next': '次の回答後のレーティング',
  'ledger.next.accept': '承諾した場合',
  'ledger.next.decline': '辞退した場合',
  'ledger.next.timeout': '無回答の場合',
  'ledger.next.note': '直近の実績に含まれない機関投資家の照会に回答した場合の値です。',
  'ledger.events': '算出根拠',
  'ledger.events.lead':
    '直近の回答ほど重みが大きく、同じ機関投資家については直近の数件のみが対象です。相手方の名称は表示されません。照会の取下げ（ご自身のノックアウトによるものを除く）と、仲値が不利な方向に大きく動いた後の辞退は、評価の対象外です。',
  'ledger.at': '日時',
  'ledger.kind': '内容',
  'ledger.score': '評点',
  'ledger.weight': '重み',
  'ledger.points': '点数',
  'ledger.kind.ACCEPT': '承諾',
  'ledger.kind.DECLINE': '辞退',
  'ledger.kind.TIMEOUT': '無回答',
  'ledger.kind.NOT_EXECUTED': '約定なし',
  'ledger.notExecuted':
    '「約定なし」は、承諾後にご自身が取引を見送ったと執行証券会社から報告されたもので、評点は100ではなく0です。',
  'ledger.kind.AGEING': '回復（一定期間、評価対象なし）',
  'ledger.missing': '実績なし：{count}件（{score}点換算）',
  'ledger.sum': '合計',
  'ledger.rating': 'レーティング（点数の合計÷重みの合計、四捨五入、1～100）',
  'ledger.failed': '算出根拠を読み込めませんでした。',
  'contact.button': '担当者に連絡',
  'contact.sending': '送信中…',
  'contact.done': '担当者より追ってご連絡いたします。',
  'contact.failed': 'ご依頼を送信できませんでした。もう一度お試しください。',
  'contact.limit':
    '既に複数回ご依頼いただいております。追ってご連絡いたします。次のご依頼は{minutes}分後から可能です。',
  'contact.otherwise': 'メールでもご連絡いただけます：{email}',
}
