import { wordSet } from '../plain-text'

/**
 * Verbs of other languages, as orders are written, that destroy, change or send; without their marks. Their participles (`eliminados`, `gelöscht`) tell what
 * is shown, and are not here; nor are those that English has as other words (`modifier`).
 */
const verbs = wordSet(
  `supprimer supprime supprimez effacer efface detruire ecraser vider reinitialiser revoquer envoyer envoie publier partager transferer payer acheter annuler
  remplacer deplacer renommer archiver desactiver restaurer ecrire
  loschen loesche losche loeschen entfernen entferne leeren uberschreiben ueberschreiben zurucksetzen zuruecksetzen vernichten senden sende schicken versenden
  veroffentlichen veroeffentlichen teilen freigeben bezahlen uberweisen ueberweisen kaufen bestellen stornieren kundigen kuendigen andern aendern
  ersetzen verschieben umbenennen sperren entsperren deaktivieren schreiben
  borrar borra eliminar elimina vaciar sobrescribir sobreescribir restablecer reiniciar enviar envia publicar compartir pagar comprar cancelar modificar cambiar
  reemplazar renombrar desactivar desbloquear revocar escribir
  apagar remover limpar sobrescrever redefinir compartilhar transferir alterar
  cancellare eliminare svuotare sovrascrivere reimpostare azzerare inviare pubblicare condividere pagare acquistare spostare rinominare modificare
  disattivare sbloccare aufraumen aufraeumen bereinigen nettoyer limpiar pulire
  verwijderen wissen verzenden delen betalen annuleren
  shanchu qingkong qingchu fasong fabu fugai chongzhi zhuanzhang fukuan fenxiang xiugai shangchuan chexiao zhuxiao
  удалить удали стереть очистить отправить опубликовать перезаписать сбросить оплатить перевести поделиться изменить`,
)
const signs =
  /删除|群发|发消息|发邮件|转发|清空|清除|发送|发布|覆盖|重置|转账|付款|修改|撤销|注销|上传|共享|削除|消去|送信|公開|上書き|初期化|삭제|전송|초기화/
/** What was done already, or is asked for in a filter. */
const done = /已|未|最近|含|包括|除外|済|時間|日/

/** Whether a word of a name orders something in a language besides English. */
export const actsAbroad = (word: string): boolean =>
  verbs.has(word.normalize('NFD').replace(/\p{M}/gu, '')) || (signs.test(word) && !done.test(word))

const doing =
  /(?:^|[,:]|(?<!\p{L})(?:und|dann|danach|sowie|et|puis|ensuite|y|luego|después|e|poi|quindi|depois))\s{1,3}(?:(?:löscht|entfernt|sendet|verschickt|versendet|überschreibt|veröffentlicht|storniert|sperrt|bucht|entsorgt|supprime|efface|envoie|publie|archive|annule|transfère|borra|elimina|envía|publica|cancela|transfiere|invia|pubblica|archivia|annulla|apaga|remove)(?!\p{L}))/iu
const beingDone =
  /(?<!\p{L})(?:wird|werden)(?!\p{L})[^.;]{0,80}(?<!\p{L})(?:gelöscht|entfernt|freigegeben|gebucht|ausgebucht|versandt|versendet|gesendet|verschickt|entsorgt|storniert|gesperrt|verschoben|überschrieben|veröffentlicht|archiviert|geändert|zurückgesetzt)(?!\p{L})|(?<!\p{L})(?:est|sont|sera|seront)(?!\p{L})[^.;]{0,40}(?<!\p{L})(?:supprimé|effacé|envoyé|publié|archivé|annulé|transféré|déplacé|modifié|partagé)e?s?(?!\p{L})|(?<!\p{L})se (?:borra|elimina|envía|publica|archiva|cancela|transfiere|descuenta|modifica|comparte)n?(?!\p{L})|(?<!\p{L})(?:viene|vengono)(?!\p{L})[^.;]{0,40}(?<!\p{L})(?:eliminat|inviat|cancellat|pubblicat|archiviat|modificat|spostat)[aoei](?!\p{L})/iu
const denied =
  /(?<!\p{L})(?:nicht|nichts|kein\w{0,3}|nie|niemals|ohne|ne|pas|jamais|rien|sans|no|nunca|nada|sin|non|mai|senza|não|sem|bereits|zuletzt|schon|wurden?|déjà|ya|già)(?!\p{L})/iu

/** What a description in German, French, Spanish or Italian says that is done besides: "jede Probe wird anschließend freigegeben"; null where nothing is. */
export function doneAbroad(description: string): string | null {
  for (const sentence of description.slice(0, 20_000).split(/[.;!?\n]/)) {
    const found = denied.test(sentence)
      ? undefined
      : (beingDone.exec(sentence) ?? doing.exec(` ${sentence.trim()}`))?.[0]
    if (found != null) return found.trim()
  }
  return null
}
