import type { Concepts } from './concept';

/** What a text is about. */
export const topicWords: Concepts = {
  billing: {
    tone: 0,
    isTopic: true,
    words:
      'billing bill invoice charge charged payment pay paid card price fee subscription rechnung zahlung abgebucht konto factura pago cobro cobrado tarjeta',
  },
  shipping: {
    tone: 0,
    isTopic: true,
    words:
      'shipping shipped shipment delivery deliver delivered parcel package box courier arrive arrived tracking lieferung geliefert paket versand angekommen envio enviado entrega paquete llegado',
  },
  account: {
    tone: 0,
    isTopic: true,
    words: 'account login log password sign signin username access anmelden passwort zugang cuenta contrasena acceso',
  },
  technical: {
    tone: 0,
    isTopic: true,
    words: 'technical software app website page server install update api technik technisch aplicacion tecnico',
  },
  fit: {
    tone: 0,
    isTopic: true,
    words: 'fit fits size small large tight loose runs passt grosse talla',
  },
  tops: {
    tone: 0,
    isTopic: true,
    words: 'top tops shirt tshirt tee blouse sweater knit cardigan tank cami tunic pullover hemd bluse camisa blusa',
  },
  dress: {
    tone: 0,
    isTopic: true,
    words: 'dress dresses gown maxi midi kleid vestido',
  },
  bottoms: {
    tone: 0,
    isTopic: true,
    words: 'bottoms pants pant jeans skirt shorts trousers leggings denim hose rock pantalon falda',
  },
  intimate: {
    tone: 0,
    isTopic: true,
    words: 'intimate bra lingerie underwear swimsuit bikini swim pajamas lounge robe unterwasche',
  },
  jacket: {
    tone: 0,
    isTopic: true,
    words: 'jacket jackets coat blazer vest parka outerwear jacke mantel chaqueta abrigo',
  },
};
