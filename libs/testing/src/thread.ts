// The thread that calibration's fits are made in, beside the services' bundle for tests.
import '../../../apps/calibration/src/thread';
