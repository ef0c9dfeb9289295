import 'scanlab/element';
