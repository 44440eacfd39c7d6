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
