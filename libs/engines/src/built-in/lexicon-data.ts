/**
 * Words by meaning, in English, German and Spanish. The words of a concept stand for one another. Its polarity is the
 * tone of a writer who uses them: glad (1), upset (-1), or 0 for none.
 */
export const concepts: Record<string, { polarity: number; words: string }> = {
  refund: {
    polarity: -0.3,
    words:
      'refund refunded reimburse reimbursement chargeback moneyback ruckerstattung erstattung erstatten reembolso reembolsar devolucion',
  },
  cancel: {
    polarity: -0.4,
    words:
      'cancel cancelled cancellation terminate unsubscribe quit kundigen kundigung stornieren storno cancelar cancelacion baja',
  },
  replace: { polarity: -0.1, words: 'replace replacement exchange swap ersatz umtausch umtauschen reemplazo cambiar' },
  return: { polarity: -0.3, words: 'return returned returning rucksendung zuruckschicken devolver' },
  anger: {
    polarity: -1,
    words:
      'angry furious mad outraged enraged livid upset annoyed annoying irritated frustrated frustrating fed unacceptable ridiculous outrageous wutend verargert sauer frech unverschamt enojado furioso molesto indignado inaceptable',
  },
  broken: {
    polarity: -0.7,
    words:
      'broken broke break damaged damage crushed cracked defective faulty shattered torn ripped hole smashed crash crashes crashing kaputt defekt beschadigt zerbrochen gebrochen roto rota danado defectuoso averiado',
  },
  error: {
    polarity: -0.5,
    words:
      'error bug fails failed failing failure fault exception timeout outage down glitch fehler absturz ausfall fallo averia problema',
  },
  urgent: {
    polarity: -0.3,
    words:
      'urgent urgently asap immediately emergency critical deadline now today blocking blocked dringend eilig sofort umgehend notfall urgente inmediatamente emergencia ya',
  },
  late: {
    polarity: -0.5,
    words:
      'late delay delayed overdue waiting waited weeks verspatet verspatung verzogerung spat warte tarde retraso retrasado demora esperando',
  },
  thanks: {
    polarity: 0.6,
    words: 'thanks thank grateful appreciate appreciated cheers danke vielen dankbar gracias agradecido agradezco',
  },
  happy: {
    polarity: 1,
    words:
      'happy glad pleased satisfied delighted love loved loves adore enjoy enjoyed thrilled glucklich zufrieden freue begeistert liebe feliz contento satisfecho encanta encantado',
  },
  good: {
    polarity: 0.8,
    words:
      'good great excellent amazing awesome perfect perfectly wonderful fantastic beautiful gorgeous lovely best superb brilliant comfortable comfy soft flattering cute gut toll super ausgezeichnet perfekt wunderbar schon bestens bueno buena excelente genial perfecto maravilloso bonito hermoso',
  },
  recommend: {
    polarity: 0.9,
    words: 'recommend recommended recommends empfehlen empfehle empfehlung recomendar recomiendo recomendado',
  },
  bad: {
    polarity: -0.8,
    words:
      'bad poor poorly terrible horrible awful worst worse useless rubbish garbage trash junk disappointing disappointed disappointment hate hated sad unhappy dissatisfied cheap flimsy itchy unflattering ugly waste regret schlecht furchtbar schrecklich enttauscht enttauschend mies nutzlos malo mala pesimo terrible horrible decepcionado decepcionante peor',
  },
  calm: { polarity: 0.4, words: 'calm relaxed neutral polite friendly ruhig gelassen freundlich tranquilo amable' },
  spam: { polarity: -0.2, words: 'spam lottery winner prize viagra casino unsolicited phishing scam betrug estafa' },
  billing: {
    polarity: 0,
    words:
      'billing bill invoice charge charged payment pay paid card price fee subscription rechnung zahlung abgebucht konto factura pago cobro cobrado tarjeta',
  },
  shipping: {
    polarity: 0,
    words:
      'shipping shipped shipment delivery deliver delivered parcel package box courier arrive arrived tracking lieferung geliefert paket versand angekommen envio enviado entrega paquete llegado',
  },
  account: {
    polarity: 0,
    words: 'account login log password sign signin username access anmelden passwort zugang cuenta contrasena acceso',
  },
  technical: {
    polarity: 0,
    words: 'technical software app website page server install update api technik technisch aplicacion tecnico',
  },
  question: { polarity: 0, words: 'question wondering ask asking how frage wissen pregunta consulta como' },
  fit: { polarity: 0, words: 'fit fits size small large tight loose runs passt grosse talla' },
  tops: {
    polarity: 0,
    words: 'top tops shirt tshirt tee blouse sweater knit cardigan tank cami tunic pullover hemd bluse camisa blusa',
  },
  dress: { polarity: 0, words: 'dress dresses gown maxi midi kleid vestido' },
  bottoms: {
    polarity: 0,
    words: 'bottoms pants pant jeans skirt shorts trousers leggings denim hose rock pantalon falda',
  },
  intimate: {
    polarity: 0,
    words: 'intimate bra lingerie underwear swimsuit bikini swim pajamas lounge robe unterwasche',
  },
  jacket: { polarity: 0, words: 'jacket jackets coat blazer vest parka outerwear jacke mantel chaqueta abrigo' },
};

/** Words that have a tone and no concept, by their polarity. */
export const polarWords: Record<number, string> = {
  0.5: 'nice well fine easy easily works helpful quick fast fun bright fresh versatile compliment compliments worth pretty bien facil rapido schnell einfach hilfreich nett',
  0.3: 'ok okay solid decent acceptable ordentlich correcto',
  [-0.4]:
    'unfortunately however issue issues problem problems difficult slow odd weird strange scratchy thin sheer boxy return returned leider problem schwierig langsam lento dificil',
  [-0.6]:
    'wrong missing lost never again complaint complain beschwerde falsch fehlt verloren equivocado falta perdido queja',
  [-1]: 'disgusting disgrace appalling pathetic liar scammed lawyer sue anwalt klage abogado denuncia',
};

export const negators =
  'not no never without dont doesnt didnt isnt wasnt arent werent cant cannot couldnt wont wouldnt shouldnt havent hasnt hadnt nor neither hardly nicht kein keine keinen nie niemals ohne weder nunca jamas sin ni tampoco';
export const boosters =
  'very really extremely so too totally absolutely completely super highly sehr wirklich total absolut vollig muy realmente totalmente demasiado';
export const dampeners =
  'slightly somewhat mildly little bit rather fairly partly etwas leicht wenig bisschen poco algo levemente';

/** Words without content. */
export const stopWords =
  'a an the is are was were be been being am do does did done has have had having will would shall should can could may might must of to in on at by for from with as into about than then that this these those it its they them their he she his her you your we our us i me my and or but if so what which who whom whose when where why how any some there here customer user writer author review reviewer message ticket text document person people product item company their likely give given asked ask want wants say says said mention mentioned mentions describe described express expressed show shows contain contains der die das den dem des ein eine einen ist sind war wird werden hat haben und oder zu von mit auf fur im es er sie wir ihr el la los las un una unos es son fue ser esta estan ha han y o de del en con por para que se su lo al';
